import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { identifier } from '#domain/contract/wire.ts'

export const undo = contract({
  name: 'undo.last',
  method: 'POST',
  path: '/undo',
  summary:
    'Deshace lo último que quien llama ha hecho hace un momento con una invitación, un documento, una solicitud, una documentación o varias filas de su registro: invitar, eliminar, rechazar, publicar o cambiar',
  who: 'session.own',
  /** The invitation, the document, the documentation or request (`validationId`), or the change of several rows. */
  body: z.strictObject({ id: identifier }),
  status: 204,
  refusals: ['undoOver', 'undoChanged', 'undoSeen', 'requestExists', 'renewalExists'],
})
