import type { Catalogue } from '#domain/language/translate.ts'

export const registerTexts: Catalogue = {
  'Según el proveedor: {0}. Vale mientras lo deje vacío.':
    'According to the supplier: {0}. It holds while you leave this empty.',
  'Escriba dos decimales como mucho': 'Enter two decimals at most',
}
