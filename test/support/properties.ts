/** Setup file of the unit and API projects: limits that hold for every `fc.assert`. */
import fc from 'fast-check'

// Vitest cannot stop synchronous code. Without a limit, one failing property can shrink its example for hours.
fc.configureGlobal({ interruptAfterTimeLimit: 10_000, markInterruptAsFailure: true })
