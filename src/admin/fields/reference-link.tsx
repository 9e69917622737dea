import { createContext, type MouseEvent, use } from 'react'
import { Link } from 'react-router-dom'
import type { ReferenceField } from '../../schema/field-types/references'
import type { RecordValues } from '../../schema/language/language'
import { useSchema } from '../portal'
import type { FieldDisplayProps } from './field-view'
import { referenceText } from './labels'

/** The record to which a reference links. */
export interface ReferencedRecord {
  readonly resource: string
  /** The id of the record, or an id made with `referenceId`. */
  readonly id: string
  /** The address of its page. */
  readonly href: string
}

/** The links of the references on a page. */
export interface ReferenceLinks {
  /** Returns the record to which a reference links; undefined if the user may not open it. */
  readonly linkOf: (field: ReferenceField, record: RecordValues) => ReferencedRecord | undefined
  /** Shows a record beside the page; absent where links open the page of the record. */
  readonly open?: (link: ReferencedRecord) => void
}

/** The links of the enclosing page; null where references are plain text. */
export const ReferenceLinksContext = createContext<ReferenceLinks | null>(null)

interface ReferenceLinkProps extends FieldDisplayProps<ReferenceField> {
  /** Replaces the text of the reference. */
  readonly text?: string
}

/**
 * Renders the text of a reference, as a link if the user may open the record.
 * A plain click shows the record beside the page; other clicks do what the browser does with a link.
 */
export const ReferenceLink = ({ field, record, text = referenceText(field, record) }: ReferenceLinkProps) => {
  const links = use(ReferenceLinksContext)
  const link = text === '' ? undefined : links?.linkOf(field, record)
  if (!link) return text
  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // The row of a list opens its own record.
    event.stopPropagation()
    if (!links?.open || !isPlainClick(event)) return
    event.preventDefault()
    // Not every browser moves the focus to a link that is clicked, and the focus returns to this link.
    event.currentTarget.focus()
    links.open(link)
  }
  return (
    <Link className="reference-link" to={link.href} onClick={open}>
      {text}
    </Link>
  )
}

interface RecordLinkProps {
  /** The name of a reference of the current page. */
  readonly reference: string
  /** The values of the reference and of the fields that it shares with the record to which it refers. */
  readonly record: RecordValues
  readonly text: string
}

/** Renders a text as a link to the record to which a reference refers, if the user may open it. */
export const RecordLink = ({ reference, ...link }: RecordLinkProps) => {
  const field = useReferenceField(reference)
  return field ? <ReferenceLink field={field} {...link} /> : link.text
}

/**
 * Returns the function that finds the record to which a reference of the current page refers; it returns undefined if
 * the user may not open that record.
 */
export const useReferencedRecord = (reference: string): ((record: RecordValues) => ReferencedRecord | undefined) => {
  const links = use(ReferenceLinksContext)
  const field = useReferenceField(reference)
  return (record) => field && links?.linkOf(field, record)
}

const useReferenceField = (reference: string): ReferenceField | undefined =>
  useSchema().fields.find((field): field is ReferenceField => field.name === reference && field.type === 'reference')

const isPlainClick = ({ button, altKey, ctrlKey, metaKey, shiftKey }: MouseEvent): boolean =>
  button === 0 && !altKey && !ctrlKey && !metaKey && !shiftKey
