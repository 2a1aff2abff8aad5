import { z } from 'zod'

// The library would try whether it may make code of text; it may not, and a browser reports the attempt.
z.config({ jitless: true })

/**
 * The page's only way to make markup or code of text, where the browser asks for one (`require-trusted-types-for`). The
 * library's style sheets pass, since no tag is in them; of scripts, only the portal's own built files. Anything else
 * throws at the place that tried, so a slip in the code cannot become an attack.
 */
type TrustedTypes = {
  createPolicy(name: string, rules: { createHTML(text: string): string; createScriptURL(url: string): string }): unknown
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }

trustedTypes?.createPolicy('default', {
  createHTML(text) {
    if (text.includes('<')) throw new TypeError('The portal makes no markup of text')
    return text
  },
  createScriptURL(url) {
    const { origin, pathname } = new URL(url, location.href)
    if (origin !== location.origin || !pathname.startsWith('/assets/'))
      throw new TypeError(`Not a script of the portal: ${url}`)
    return url
  },
})
