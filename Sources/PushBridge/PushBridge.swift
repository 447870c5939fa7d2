// PushBridge
