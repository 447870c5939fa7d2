// VideoLinksTests
