// PushServerTests
