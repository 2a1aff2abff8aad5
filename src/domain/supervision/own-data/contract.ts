import { contract } from '#domain/contract/contract.ts'

export const exportSupervision = contract({
  name: 'supervision.export',
  method: 'GET',
  path: '/supervision/export',
  summary: 'Todo lo que la entidad ha escrito sobre sus proveedores, y lo que el registro dice de ello',
  who: 'supervision.export',
  answer: 'file',
  refusals: ['notFound', 'principalOnly'],
})
