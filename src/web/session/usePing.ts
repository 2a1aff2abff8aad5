import { useEffect } from 'react'
import { closeSession } from '#domain/identity/session/contract.ts'
import { PING_MAX, PING_MS } from '#domain/identity/session/ping.ts'
import { call } from '#web/api/api.ts'
import { storedToken } from '#web/session/storage.ts'

/** Tells the server every 5 minutes, at most 288 times, that this session is still open (API-18, LIM-02, LIM-03). */
export function usePing(): void {
  useEffect(() => {
    let left = PING_MAX
    const timer = setInterval(() => {
      if (left-- <= 0 || !storedToken()) return clearInterval(timer)
      void call(closeSession, { body: { token: storedToken() } }).catch(() => undefined)
    }, PING_MS)
    return () => clearInterval(timer)
  }, [])
}
