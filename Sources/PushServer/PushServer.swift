// PushServer
