import { useEffect, useState } from 'react'
import { msg } from '#domain/language/translate.ts'

export const partMissing = msg(
  'No hay conexión con el portal, o acaba de cambiar de versión. Vuelva a cargar la página.',
)

/** A part of the page that is loaded when it is first wanted. */
export type Late<Part> = {
  /** Loads it; it fails for good, because a second import would skip a style sheet that failed. */
  load: () => Promise<Part>
  /** The part once it is there. */
  found: () => Part | null
}

export function late<Part>(fetch: () => Promise<Part>): Late<Part> {
  let part: Part | null = null
  let loading: Promise<Part> | null = null
  return {
    load() {
      loading ??= fetch().then(found => {
        part = found
        return found
      })
      return loading
    },
    found: () => part,
  }
}

/** Loads parts that will probably be wanted soon. If one is missing, `useLate` says so when it is wanted. */
export function loadSoon(...parts: readonly Late<unknown>[]): void {
  for (const { load } of parts) load().catch(() => undefined)
}

/** For the element in which something opens the parts: they are loaded when it is pointed at, or gets the focus. */
export function loadedWhenNear(...parts: readonly Late<unknown>[]) {
  const load = () => loadSoon(...parts)
  return { onPointerEnter: load, onFocusCapture: load }
}

/** The part, or null while it is not there; `failed` when it could not be loaded. */
export function useLate<Part>({ load, found }: Late<Part>, wanted: boolean): { part: Part | null; failed: boolean } {
  const part = found()
  const [failed, setFailed] = useState(false)
  const [, setThere] = useState(part !== null)
  const missing = wanted && part === null
  useEffect(() => {
    if (!missing) return
    let isHere = true
    load().then(
      () => isHere && setThere(true),
      () => isHere && setFailed(true),
    )
    return () => {
      isHere = false
    }
  }, [load, missing])
  return { part, failed }
}
