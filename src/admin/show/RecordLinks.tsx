import { type ReactNode, useMemo, useState } from 'react'
import { useCreatePath } from 'react-admin'
import type { ReferenceField } from '../../schema/field-types/references'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { lazyComponent } from '../components/lazy-component'
import { hasOperation } from '../data-provider/operations'
import { type ReferencedRecord, ReferenceLinksContext } from '../fields/reference-link'
import { useDrawerEntry } from '../hooks/drawer-entry'
import { useAbilitiesOfPages, usePortal } from '../portal'
import { idOfReference } from './id-of-reference'
import type { RecordDrawerProps } from './RecordDrawer'

const RecordDrawer = lazyComponent<RecordDrawerProps>(async () => (await import('./RecordDrawer')).RecordDrawer)

/**
 * Makes the references of a page links, each of which shows its record in a drawer beside the page.
 * An open drawer is an entry of the browser's history, so that Back closes it.
 */
export const RecordLinks = ({ children }: { children: ReactNode }) => {
  const linkOf = useLinkOf()
  const { link, open, close } = useDrawerEntry()
  // While the drawer leaves the page, it still shows its record.
  const [shown, setShown] = useState(link)
  if (link && link !== shown) setShown(link)
  const links = useMemo(() => ({ linkOf, open }), [linkOf, open])
  return (
    <ReferenceLinksContext value={links}>
      {children}
      {shown && (
        <RecordDrawer
          link={shown}
          open={link !== undefined}
          onClose={close}
          onClosed={() => setShown(undefined)}
          linkOf={linkOf}
        />
      )}
    </ReferenceLinksContext>
  )
}

/**
 * Returns the function that finds the record to which a reference links, if the user may open its page or a view of all
 * its records.
 * The function changes only with the user's rights, because a list has hundreds of references.
 */
const useLinkOf = () => {
  const { schemas } = usePortal()
  const can = useAbilitiesOfPages()
  const createPath = useCreatePath()
  const openable = schemas.resources
    .filter((target) => target.page && hasOperation(target, 'get') && can(target, 'show'))
    .map(({ name }) => name)
    .join(' ')
  return useMemo(() => {
    const pages = openable.split(' ').filter(Boolean).map(schemas.get)
    return (field: ReferenceField, record: RecordValues): ReferencedRecord | undefined => {
      const target = pages.find(({ name }) => name === field.to) ?? pages.find((view) => hasRecordsOf(view, field.to))
      const id = target && idOfReference(target, field, record)
      return target === undefined || id === undefined
        ? undefined
        : { resource: target.name, id, href: createPath({ resource: target.name, id, type: 'show' }) }
    }
  }, [schemas, openable, createPath])
}

/** Returns whether a page is a view of all records of a resource. */
const hasRecordsOf = ({ of, where }: Resource, name: string): boolean => of === name && where === undefined
