import { contract } from '#domain/contract/contract.ts'

export const exportThirdParties = contract({
  name: 'third-parties.export',
  method: 'GET',
  path: '/register/third-parties',
  summary:
    'Los contratos sin servicios de TIC en XLSX, con las columnas que piden las directrices en vigor y su origen',
  who: 'register.manage',
  scope: 'read:register',
  answer: 'file',
  refusals: ['notFound', 'exportEmpty'],
})
