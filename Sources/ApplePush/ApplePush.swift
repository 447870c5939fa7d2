// ApplePush
