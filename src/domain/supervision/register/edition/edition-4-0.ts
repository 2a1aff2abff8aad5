import type { Edition } from '#domain/supervision/register/edition/edition.ts'
import { lists } from '#domain/supervision/register/edition/edition-4-0-lists.ts'
import { tables } from '#domain/supervision/register/edition/edition-4-0-tables.ts'

const arrangement = 'B_02.01 c0010'
const entity = 'B_01.02 c0010'
const company = 'B_05.01 c0010'

/** Edition 4.0 of the register of information: Implementing Regulation (EU) 2024/2956, EBA reporting framework 4.0. */
export const edition40: Edition = {
  number: '4.0',
  load: null,
  from: '2024-12-31',
  entryPoint: 'http://www.eba.europa.eu/eu/fr/xbrl/crr/fws/dora/4.0/mod/dora.json',
  module: 'DORA010100',
  framework: 'DORA',
  tables,
  lists,
  mustBeFilled: [],
  relations: [
    { from: 'B_01.02 c0060', to: entity },
    { from: 'B_01.03 c0020', to: entity },
    { from: 'B_02.03 c0010', to: arrangement },
    { from: 'B_02.03 c0020', to: arrangement },
    { from: 'B_03.03 c0010', to: arrangement },
    { from: 'B_03.03 c0020', to: entity },
    { from: 'B_02.01 c0030', to: arrangement, except: 'Not Applicable' },
    { from: 'B_02.02 c0010', to: arrangement },
    { from: 'B_03.01 c0010', to: arrangement },
    { from: 'B_03.02 c0010', to: arrangement },
    { from: 'B_04.01 c0010', to: arrangement },
    { from: 'B_05.02 c0010', to: arrangement },
    { from: 'B_07.01 c0010', to: arrangement },
    { from: 'B_02.02 c0020', to: entity },
    { from: 'B_03.01 c0020', to: entity },
    { from: 'B_04.01 c0020', to: entity },
    { from: 'B_06.01 c0040', to: entity },
    { from: 'B_02.02 c0030', to: company },
    { from: 'B_03.02 c0020', to: company },
    { from: 'B_05.01 c0110', to: company },
    { from: 'B_05.02 c0030', to: company },
    { from: 'B_05.02 c0060', to: company },
    { from: 'B_07.01 c0020', to: company },
    { from: 'B_02.02 c0050', to: 'B_06.01 c0010' },
  ],
}
