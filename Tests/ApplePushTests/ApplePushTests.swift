// ApplePushTests
