import {
  type AnchorHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
} from 'react'

export interface UiLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  href: string
  ref?: Ref<HTMLAnchorElement>
}

const LinkContext = createContext<ComponentType<UiLinkProps> | null>(null)

/** Gives the components of ui/ the router's link; without it a link is a plain anchor. */
export function LinkProvider({ component, children }: { component: ComponentType<UiLinkProps>; children: ReactNode }) {
  return <LinkContext value={component}>{children}</LinkContext>
}

/** The only link of ui/: an address inside the portal, opened by the router if there is one. */
export function UiLink(props: UiLinkProps) {
  const Component = useContext(LinkContext)
  return Component ? <Component {...props} /> : <a {...props} />
}
