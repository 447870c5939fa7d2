// PushBridgeTests
