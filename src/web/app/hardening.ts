/**
 * The only way to create markup or code from text, in browsers that support `require-trusted-types-for`. The library's
 * style sheets pass, because they contain no tag; of scripts, only the portal's own built files. Anything else throws
 * at its call, so a coding error cannot become an attack.
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
