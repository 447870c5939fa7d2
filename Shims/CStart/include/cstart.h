/// The program's arguments, as the C library hands them over, where the Swift runtime asks for them.
///
/// Part of the executable alone. There is nothing to call: see arguments.c.
#pragma once
