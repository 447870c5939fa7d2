// PresentationTests
