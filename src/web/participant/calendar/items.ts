import type { AgendaItem } from '#domain/participant/calendar/contract.ts'

/** A key of an expiry in a list. */
export const itemKey = ({ kind, validationId, idProvider, name, expiredAt }: AgendaItem) =>
  `${kind}-${validationId ?? idProvider}-${name}-${expiredAt}`
