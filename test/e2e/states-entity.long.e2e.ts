import { testStates } from '#test/support/states-suite.ts'

testStates({ who: ['entity'] })
