/* Each part of the run has the address that it has in the examples of deploy/, in a network of its own. */

export const at = (number: number) => `10.89.0.${number}`

/** The address of HAProxy, which keepalived moves. */
export const PROXY = at(10)
export const PORTALS = [at(11), at(12)] as const
export const BALANCERS = [at(13), at(14)] as const
export const DATABASES = [at(21), at(22)] as const
export const ETCDS = [at(31), at(32), at(33)] as const
export const FILES = at(41)
export const MAIL = at(51)

export const ORIGIN = `https://${PROXY}:8443`
export const PORTAL_PORT = 3000
export const MAIL_PORT = 2525
