import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { paths } from '#web/app/paths.ts'

/** A link to the provider search with preset filters. */
export function SearchLink(props: { filters: Record<string, string>; className?: string; children: ReactNode }) {
  return (
    <Link to={paths.providers()} search={props.filters as never} className={props.className}>
      {props.children}
    </Link>
  )
}
