import { createElement, Fragment, type ReactNode } from 'react'

/** A translated sentence with markup: `{0}` in `of` stands for the first child, `{1}` for the second. */
export function Words({ of, children }: { of: string; children: ReactNode }) {
  const values: readonly ReactNode[] = Array.isArray(children) ? children : [children]
  const parts = of.split(/\{(\d+)\}/).map((part, index) => (index % 2 ? values[Number(part)] : part))
  return createElement(Fragment, null, ...parts)
}
