import { IconSitemap } from '@tabler/icons-react'
import { scopeOf } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'
import { mainScreen } from '#web/app/screen.ts'

/** Who works for the services of providers, and the companies under the sector's services. */
export const chainScreens = {
  chain: mainScreen({
    path: '/chain',
    page: 'ChainPage',
    load: () => import('#web/participant/chain/ChainPage.tsx'),
    may: actor => scopeOf(actor, 'chain.manage') === 'own',
    title: msg('Subcontratación'),
    english: true,
    menu: { PROVIDER: { Icon: IconSitemap, label: msg('Datos para sus clientes') } },
    keywords: 'cadena subcontratistas',
  }),
  sectorConcentration: mainScreen({
    path: '/sector-concentration',
    page: 'SectorConcentrationPage',
    load: () => import('#web/participant/chain/SectorConcentrationPage.tsx'),
    may: 'concentration.sector',
    title: msg('Concentración del sector'),
    under: 'sector',
    menu: { CCI: { group: 'sector' } },
  }),
}
