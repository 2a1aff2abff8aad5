import { expect, test } from 'vitest'
import { progressOfEach } from '#web/report-request/progress.ts'

test('the files of one call leave one after the other', () => {
  expect(progressOfEach({ sent: 0, total: 400 }, [100, 300])).toEqual([0, 0])
  expect(progressOfEach({ sent: 50, total: 400 }, [100, 300])).toEqual([50, 0])
  expect(progressOfEach({ sent: 250, total: 400 }, [100, 300])).toEqual([100, 150])
  expect(progressOfEach({ sent: 400, total: 400 }, [100, 300])).toEqual([100, 300])
})

test('the overhead of the call never makes a file more than whole', () => {
  expect(progressOfEach({ sent: 900, total: 900 }, [100, 300])).toEqual([100, 300])
  expect(progressOfEach({ sent: 450, total: 900 }, [100, 300])).toEqual([100, 100])
})

test('before the size of the call is known nothing has left', () => {
  expect(progressOfEach({ sent: 5, total: 0 }, [100])).toEqual([0])
})
