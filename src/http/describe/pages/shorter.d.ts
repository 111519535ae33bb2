// A script for browsers: nothing is taken from it but its text.
export {};
