import { openStream } from '#domain/notification/stream/contract.ts'
import type { ChangeKind } from '#domain/notification/stream/stream.ts'
import { changeKinds, kindsIn, pauseBefore, SILENCE_MS } from '#domain/notification/stream/stream.ts'
import { headersOf, urlOf } from '#web/api/api.ts'
import { storedToken } from '#web/session/storage.ts'

type OnChange = (kinds: readonly ChangeKind[]) => void

/** Without a session, or with one that may not, a stream is asked for at the longest pause only. */
const REFUSED_ATTEMPT = 10

/**
 * Follows what changes for a user until the returned function is called. Its tabs share one stream, because a browser
 * opens six connections to a server without HTTP/2: the tab that holds the lock reads it and tells the others.
 */
export function followChanges(userId: string, onChange: OnChange): () => void {
  const stopping = new AbortController()
  const { signal } = stopping
  const name = `almotacen-cambios-${userId}`
  const tabs = new BroadcastChannel(name)
  tabs.onmessage = ({ data }) => onChange(changeKinds.filter(kind => Array.isArray(data) && data.includes(kind)))
  const lead = () =>
    readForEver(signal, kinds => {
      tabs.postMessage(kinds)
      onChange(kinds)
    })
  // Only pages over https have locks.
  const leading = navigator.locks ? navigator.locks.request(name, { signal }, lead) : lead()
  leading.catch(() => undefined)
  return () => {
    stopping.abort()
    tabs.close()
  }
}

async function readForEver(signal: AbortSignal, onChange: OnChange): Promise<void> {
  let wasOpen = false
  for (let attempt = 0; !signal.aborted; attempt++) {
    const status = await readOnce(signal, onChange, () => {
      // While it was closed, something may have changed.
      if (wasOpen) onChange(changeKinds)
      wasOpen = true
      attempt = 0
    }).catch(() => 0)
    if (status === 401 || status === 403) attempt = REFUSED_ATTEMPT
    await pause(pauseBefore(attempt, Math.random()), signal)
  }
}

/** Reads a stream to its end. @returns its status; @throws when the line breaks or says nothing for long */
async function readOnce(signal: AbortSignal, onChange: OnChange, onOpen: () => void): Promise<number> {
  if (!storedToken()) return 401
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), SILENCE_MS)
  const heard = () => {
    clearTimeout(timer)
    timer = setTimeout(() => silence.abort(), SILENCE_MS)
  }
  try {
    const either = AbortSignal.any([signal, silence.signal])
    const answer = await fetch(urlOf(openStream), { headers: headersOf(openStream), signal: either })
    if (!answer.ok || !answer.body) return answer.status
    onOpen()
    let rest = ''
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return answer.status
      heard()
      const lines = (rest + value).split('\n')
      rest = lines.pop() ?? ''
      const kinds = kindsIn(lines)
      if (kinds.length > 0) onChange(kinds)
    }
  } finally {
    clearTimeout(timer)
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise(resolve => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer)
        resolve()
      },
      { once: true },
    )
  })
