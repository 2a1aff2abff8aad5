import type { EconomicInfo } from '#domain/values/company/economic-info.ts'
import type { CompanyKey } from '#server/demo/people.ts'

/** Address and turnover of a demo company, in thousands of euros, the last closed year first. */
export type Particulars = {
  readonly seat: {
    readonly viaName: string
    readonly postalCode: string
    readonly province: string
    readonly city: string
  }
  readonly figures: EconomicInfo
}

const group = (lastExercise: number | null, exercise1: number | null = null, exercise2: number | null = null) => ({
  lastExercise,
  exercise1,
  exercise2,
})

/** The default of companies without particulars of their own. */
export const commonParticulars: Particulars = {
  seat: { viaName: 'Reina Casilda', postalCode: '28045', province: 'Madrid', city: 'Madrid' },
  figures: { volBilling: group(4812, 4377, 3950), results: group(391, 356, -298), volActive: group(2640) },
}

/** Providers that an entity compares have different figures, so that the comparison shows differences. */
export const particulars: Partial<Record<CompanyKey, Particulars>> = {
  arcadio: {
    seat: { viaName: 'Miguel Servet', postalCode: '50002', province: 'Zaragoza', city: 'Zaragoza' },
    figures: { volBilling: group(7260, 7015, 6480), results: group(412, 377, 350), volActive: group(3980, 3610, 3555) },
  },
  cantera: {
    seat: { viaName: 'Orense', postalCode: '28020', province: 'Madrid', city: 'Madrid' },
    figures: {
      volBilling: group(61_340, 57_920, 52_205),
      results: group(5120, 4875, 4410),
      volActive: group(88_900, 80_150, 71_330),
    },
  },
  lumbre: {
    seat: { viaName: 'Dionisio Guardiola', postalCode: '02003', province: 'Albacete', city: 'Albacete' },
    figures: { volBilling: group(1930, 2045, 1880), results: group(-74, 61, 48), volActive: group(1105) },
  },
  mirlo: {
    seat: { viaName: 'Emilia Pardo Bazán', postalCode: '15005', province: 'A Coruña', city: 'A Coruña' },
    figures: { volBilling: group(640, 518, 402), results: group(38, 12, -25), volActive: group(410, 355, 310) },
  },
  valdeoca: {
    seat: { viaName: 'Mayor', postalCode: '45200', province: 'Toledo', city: 'Illescas' },
    figures: {
      volBilling: group(9840, 9610, 9975),
      results: group(505, 488, -298),
      volActive: group(7310, 7120, 7045),
    },
  },
  ribera: {
    seat: { viaName: 'Sueca', postalCode: '46006', province: 'Valencia/València', city: 'València' },
    figures: { volBilling: group(2310, 2190, 2075), results: group(96, 83, 71), volActive: group(870) },
  },
}
