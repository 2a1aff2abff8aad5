/** Saved views per user. */
export const SAVED_VIEWS_MAX = 50
export const VIEW_NAME_MAX = 60
export const VIEW_SEARCH_MAX = 1000

/** An address inside the portal. */
export const screenPath = /^\/([a-z0-9-]+(\/[A-Za-z0-9-]+)*)?$/
/** The part of an address after its '?'. */
export const screenSearch = /^[\w.~%!$'()*+,;:@/=&-]*$/
