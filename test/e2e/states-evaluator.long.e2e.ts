import { testStates } from '#test/support/states-suite.ts'

testStates({ who: ['evaluator', 'guest', 'newcomer'] })
