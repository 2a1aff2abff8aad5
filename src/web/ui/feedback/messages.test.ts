import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { clearMessage, currentMessage, onMessage, showError, showNotice } from '#web/ui/feedback/messages.ts'

describe('the bar message', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    clearMessage()
    vi.useRealTimers()
  })

  test('LIM-06: stays 8 s', () => {
    showError('No')
    vi.advanceTimersByTime(7999)
    expect(currentMessage()).toEqual({ kind: 'error', text: 'No' })
    vi.advanceTimersByTime(1)
    expect(currentMessage()).toBeNull()
  })

  test('LIM-06: a second message has its own 8 s', () => {
    showError('No')
    vi.advanceTimersByTime(5000)
    showNotice('Sí')
    vi.advanceTimersByTime(7000)
    expect(currentMessage()).toEqual({ kind: 'notice', text: 'Sí' })
  })

  test('calls a listener when a message appears and when it goes', () => {
    const heard = vi.fn()
    const stop = onMessage(heard)
    showNotice('Sí')
    clearMessage()
    stop()
    showNotice('Sí')
    expect(heard).toHaveBeenCalledTimes(2)
  })
})
