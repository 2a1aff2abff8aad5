import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier } from '#domain/contract/wire.ts'

export const undo = contract({
  name: 'undo.last',
  method: 'POST',
  path: '/undo',
  summary:
    'Deshace lo último que quien llama ha hecho hace un momento con una invitación, un documento, una solicitud o una documentación: invitar, eliminar, rechazar o publicar',
  who: 'session.own',
  /** The invitation, the document, or the documentation or request (`validationId`). */
  body: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['undoOver', 'undoChanged', 'undoSeen', 'requestExists', 'renewalExists'],
})
