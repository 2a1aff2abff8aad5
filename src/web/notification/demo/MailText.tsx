import { Fragment } from 'react'
import { piecesOf } from '#web/notification/demo/mailPieces.ts'
import classes from './DemoMailPage.module.css'

/** The plain text of a mail, with clickable links. */
export function MailText({ text }: { text: string }) {
  return (
    <div className={classes.text}>
      {piecesOf(text, location.origin).map(({ at, words, href }) =>
        href ? (
          <a key={at} href={href}>
            {words}
          </a>
        ) : (
          <Fragment key={at}>{words}</Fragment>
        ),
      )}
    </div>
  )
}
