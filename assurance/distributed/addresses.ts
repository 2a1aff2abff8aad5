/* Each part of the run has a loopback address of its own, at the number that it has in the examples of deploy/. */

const EXAMPLES = '10.89.0.'
const HERE = '127.34.0.'

export const at = (number: number) => `${HERE}${number}`

/** An example of deploy/ with the addresses of this run. */
export const here = (text: string) => text.replaceAll(EXAMPLES, HERE)

export const PROXY = at(10)
export const PORTALS = [at(11), at(12)] as const
export const DATABASES = [at(21), at(22)] as const
export const ETCDS = [at(31), at(32), at(33)] as const
export const FILES = at(41)

export const ORIGIN = `https://${PROXY}:8443`
export const PORTAL_PORT = 3000
