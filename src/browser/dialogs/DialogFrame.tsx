import { type ComponentProps, type ReactNode, type RefObject, useId, useLayoutEffect } from 'react'
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

/** Renders a native modal dialog: the browser keeps the focus in it, returns it afterwards, and makes everything else inert. */
export const DialogFrame = ({ ref, tone, title, body, extra, children, ...events }: DialogFrameProps) => {
  const id = useId()
  // A dialog returns the focus to where it was only if it is closed before it is removed.
  useLayoutEffect(() => {
    const element = ref.current
    element?.showModal()
    return () => element?.close()
  }, [ref])
  return (
    <dialog ref={ref} className="dialog" role="alertdialog" aria-labelledby={`${id}-title`} aria-describedby={body ? `${id}-body` : undefined} {...events}>
      <div className="dialog-card">
        <span className={`dialog-sign dialog-sign-${tone}`} aria-hidden="true">
          {tone === 'question' ? '?' : '!'}
        </span>
        <h2 id={`${id}-title`}>{title}</h2>
        {body && <p id={`${id}-body`}>{body}</p>}
        {extra}
        <div className="dialog-buttons">{children}</div>
      </div>
    </dialog>
  )
}
