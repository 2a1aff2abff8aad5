import { screens } from '#web/app/screens.ts'

type Paths = { readonly [Name in keyof typeof screens]: (typeof screens)[Name]['address'] }

/** Every address of the portal, as functions; tested against the route tree. */
export const paths = Object.fromEntries(
  Object.entries(screens).map(([name, { address }]) => [name, address]),
) as unknown as Paths
