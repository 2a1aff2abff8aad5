import {
  type Icon,
  IconBuildingCommunity,
  IconBuildingStore,
  IconDots,
  IconListCheck,
  IconSettings,
  IconUsers,
} from '@tabler/icons-react'
import type { Ability } from '#domain/identity/abilities.ts'
import { type Actor, type InvitableKind, may, type Role } from '#domain/identity/roles.ts'
import { msg } from '#domain/language/translate.ts'

/** Menu entries that open others. */
export const menuGroups = {
  users: { label: msg('Gestión de usuarios'), Icon: IconUsers },
  participants: { label: msg('Participantes'), Icon: IconBuildingStore },
  settings: { label: msg('Configuración Sistema'), Icon: IconSettings },
  sector: { label: msg('Sector'), Icon: IconBuildingCommunity },
  followUp: { label: msg('Hallazgos y aclaraciones'), Icon: IconListCheck },
  more: { label: msg('Más'), Icon: IconDots },
}
type MenuGroup = keyof typeof menuGroups

/** Kind of participant of a screen: from the path, or from its validation. */
export type Subject = { kind: InvitableKind } | { validationId: string } | null

/** The crumb above a screen: a menu group, or a list; `subject` is the list of its participant. */
export type Above =
  | MenuGroup
  | 'assessments'
  | 'independence'
  | 'incidents'
  | 'integrations'
  | 'providers'
  | 'register'
  | 'reliance'
  | 'subject'

type Place<P extends string, M> = {
  /** In the notation of the router, as the specification writes it (ROUTE-02 to ROUTE-32). */
  path: P
  /** Other paths that lead to it. */
  also?: readonly string[]
  /** Its component, in the module that `load` reads; null for the page in the first bundle. */
  page: NoInfer<keyof M & string>
  load: (() => Promise<M>) | null
}

type AnyPlace = Omit<Place<string, unknown>, 'page'> & { page: string }

type Frame = {
  /** Who may see it; the router shows everyone else that they have no access. */
  may: Ability | ((actor: Actor) => boolean)
  /** Its last crumb and the title of the document (LAYOUT-14). */
  title: string | ((role: Role) => string)
  under?: Above | ((role: Role) => Above | null)
  /** The participant that it is about, by the parameters of its path. */
  subject?: (params: Record<string, string>) => Subject
  /**
   * Its entry in the menu of each role, labelled with the title unless it says otherwise. The entries stand in the order
   * of the screens.
   */
  menu?: { readonly [R in Role]?: { label?: string; href?: string } & ({ Icon: Icon } | { group: MenuGroup }) }
  /** What else its users call it, for Ctrl-K (EXP-11). */
  keywords?: string
  /** The roles whose user menu contains it. */
  own?: readonly Role[]
  /** It is also in English; any other screen stays Spanish (EASE-17). */
  english?: true
  /** Its icon in Ctrl-K, if no menu contains it; Ctrl-K finds what the menus contain. */
  FoundIcon?: Icon
}

/** A screen without a session, or before the onboarding is sent (AUTH-24). */
export type OpenScreen = AnyPlace & { layout: 'open'; english?: true }
/** A screen in the frame with menu and crumbs. */
export type MainScreen = AnyPlace & Frame & { layout: 'main' }

/** Whether an actor may see a screen. */
export const maySee = ({ may: grant }: Pick<Frame, 'may'>, actor: Actor): boolean =>
  typeof grant === 'string' ? may(actor, grant) : grant(actor)

type Address = (...of: never[]) => string
/** A path with parameters needs a function that fills them. */
type Addressed<P, A> = P extends `${string}$${string}` ? { address: A } : { address?: A }

export function openScreen<const P extends string, A extends Address = () => string, M = Record<string, unknown>>(
  screen: Place<P, M> & Addressed<P, A> & Pick<OpenScreen, 'english'>,
): OpenScreen & { address: A } {
  return { layout: 'open', address: (() => screen.path) as Address as A, ...screen }
}

export function mainScreen<const P extends string, A extends Address = () => string, M = Record<string, unknown>>(
  screen: Place<P, M> & Frame & Addressed<P, A>,
): MainScreen & { address: A } {
  return { layout: 'main', address: (() => screen.path) as Address as A, ...screen }
}
