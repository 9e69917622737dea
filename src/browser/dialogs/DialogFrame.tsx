import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react'
import { TextWithAccounts } from '../TextWithAccounts'
import type { DialogTone } from './dialogs'

interface DialogFrameProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'title'> {
  readonly ref: RefObject<HTMLDialogElement | null>
  readonly tone: DialogTone
  readonly title: string
  readonly body: string
  /** Content between the body and the buttons. */
  readonly extra?: ReactNode
  /** The buttons. */
  readonly children: ReactNode
}

/**
 * Renders a native modal dialog.
 * The browser keeps the focus in the dialog, makes the rest of the page inert, and restores the focus afterwards.
 */
export const DialogFrame = ({ ref, tone, title, body, extra, children, ...events }: DialogFrameProps) => {
  const id = useId()
  // The browser restores the focus only if the dialog is closed before it is removed from the page.
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [ref])
  return (
    <dialog
      ref={ref}
      className="dialog"
      role="alertdialog"
      aria-labelledby={`${id}-title`}
      aria-describedby={body ? `${id}-body` : undefined}
      {...events}
    >
      <div className="dialog-card">
        <span className={`dialog-sign dialog-sign-${tone}`} aria-hidden="true">
          {tone === 'question' ? '?' : '!'}
        </span>
        <h2 id={`${id}-title`}>
          <TextWithAccounts text={title} />
        </h2>
        {body && (
          <p id={`${id}-body`}>
            <TextWithAccounts text={body} />
          </p>
        )}
        {extra}
        <div className="dialog-buttons">{children}</div>
      </div>
    </dialog>
  )
}
