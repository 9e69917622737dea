import fc from 'fast-check'

// Every run checks the same generated values, so that a run fails only where the code has changed.
fc.configureGlobal({ seed: 20_261_120 })
