import { contract } from '#domain/contract/contract.ts'

/** The stream of changes. It has no end, so it is served apart and is not among the calls of the API document (036). */
export const openStream = contract({
  name: 'stream.open',
  method: 'GET',
  path: '/stream',
  summary: 'Lo que cambia para quien lo lee, según ocurre',
  who: 'notification.read',
  polled: true,
})
