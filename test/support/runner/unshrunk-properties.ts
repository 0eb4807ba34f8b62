import fc from 'fast-check';

// Each attempt to shrink a counterexample opens databases, until the server has no connections left
// for other tests.
fc.configureGlobal({ ...fc.readConfigureGlobal(), endOnFailure: true });
