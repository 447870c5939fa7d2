// BelfryTests
