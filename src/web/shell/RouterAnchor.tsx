import { Link } from '@tanstack/react-router'
import type { UiLinkProps } from '#web/ui/button/UiLink.tsx'

/** Link of ui/ through the router; other origins, files and fragments stay plain anchors. */
export function RouterAnchor({ href, ...rest }: UiLinkProps) {
  if (!/^\/(?!\/|api\/)/.test(href) || /\.\w{3,4}$/.test(href)) return <a href={href} {...rest} />
  return <Link to={href} {...(rest as object)} />
}
