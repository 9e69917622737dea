import { Alert, Button } from '@mui/material'
import { useState } from 'react'
import { CreateBase, EditBase, RecordContextProvider, useCreatePath, useEditContext, useGetRecordId } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import type { RecordValues } from '../../schema/language/language'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { recordTitle } from '../../schema/text/record-title'
import { useConditionContext } from '../hooks/condition-context'
import { drawerOf } from '../hooks/drawer-entry'
import { fieldsToChangeOfLink, initialValuesOfLink, labelsOfLink } from '../hooks/link-state'
import { useToastWithAction } from '../hooks/use-toast'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { useAbilities, usePortal, useSchema, useScreens } from '../portal'
import { type Conflict, useConflict } from './conflict'
import { repeatedValues } from './next-record'
import { RecordForm } from './RecordForm'
import { unsavedInput } from './unsaved'
import { detailMeta, useSaveCallbacks } from './use-save-callbacks'

/** Renders the generated edit page of a record. */
export const GeneratedEdit = () => {
  const resource = useSchema()
  const conflict = useConflict(resource)
  const callbacks = useSaveCallbacks(resource, '儲存成功', conflict.onStale)
  return (
    // The page itself shows a failure of the query.
    // Nothing is cached, so that the form always shows the current record.
    <EditBase
      mutationMode="pessimistic"
      queryOptions={{ meta: detailMeta, onError: () => {}, gcTime: 0 }}
      mutationOptions={{ meta: detailMeta, ...callbacks }}
    >
      <EditContent resource={resource} conflict={conflict} />
    </EditBase>
  )
}

const EditContent = ({ resource, conflict }: { resource: Resource; conflict: Conflict }) => {
  const { record, error, refetch } = useEditContext()
  const id = useGetRecordId()
  const can = useAbilities(resource)
  const createPath = useCreatePath()
  const context = useConditionContext()
  const { AboveEditInputs, FormActions } = useScreens(resource.name)
  // The page can be opened for a record that must not be changed: by typing the URL, or if the record has changed since
  // the edit button was rendered.
  if (record && !isAllowed(resource, 'update', record, context)) {
    return (
      <>
        <PageHeader resource={resource} task="修改" record={recordTitle(resource, record)} />
        <Alert
          severity="info"
          action={
            <Button
              color="inherit"
              component={Link}
              to={createPath({ resource: resource.name, id, type: can('show') ? 'show' : 'list' })}
            >
              返回
            </Button>
          }
        >
          {notAllowedByCondition(`這${resource.unit}${resource.noun}`, '修改')}
        </Alert>
      </>
    )
  }
  if (record) {
    return (
      <>
        <PageHeader resource={resource} task="修改" record={recordTitle(resource, record)} />
        <RecordForm
          resource={resource}
          mode="update"
          record={record}
          conflict={conflict}
          cancelTo={createPath({ resource: resource.name, id, type: can('show') ? 'show' : 'list' })}
          actions={FormActions && <FormActions />}
        >
          {AboveEditInputs && <AboveEditInputs />}
        </RecordForm>
      </>
    )
  }
  return <NoRecord resource={resource} task="修改" error={error} onRetry={refetch} />
}

/**
 * Renders the generated page that creates a record.
 * Each link to the page opens a new form, even if the page is already open.
 */
export const GeneratedCreate = () => {
  const { key, state } = useOpenedLocation()
  const [next, setNext] = useState<{ readonly key: string; readonly count: number; readonly values: RecordValues }>()
  const current = next?.key === key ? next : undefined
  return (
    <CreateContent
      key={`${key} ${current?.count ?? 0}`}
      state={current ? { initialValues: current.values } : state}
      onNext={(values) => setNext({ key, count: (current?.count ?? 0) + 1, values })}
    />
  )
}

/**
 * Returns the location that the last link to the page opened.
 * A link within the page, such as the skip link, has a hash and does not count, nor does a record in a drawer.
 */
const useOpenedLocation = () => {
  const location = useLocation()
  const [openedLocation, setOpenedLocation] = useState(location)
  const isLinkToPage =
    location.key !== openedLocation.key &&
    location.pathname === openedLocation.pathname &&
    location.hash === '' &&
    !drawerOf(location.state)
  if (!isLinkToPage) return openedLocation
  setOpenedLocation(location)
  return location
}

interface CreateContentProps {
  readonly state: unknown
  /** Opens an empty form with these values after a record was saved. */
  readonly onNext: (values: RecordValues) => void
}

const CreateContent = ({ state, onNext }: CreateContentProps) => {
  const resource = useSchema()
  const { schemas } = usePortal()
  const sayCreated = useCreatedToast(resource)
  const callbacks = useSaveCallbacks(resource, '新增成功')
  const { AboveCreateInputs, BelowCreateSections, FormActions } = useScreens(resource.name)
  // The state of the link is read only once, because new initial values would reset the form.
  const [initialValues] = useState(() => initialValuesOfLink(resource, state))
  const [fieldsToChange] = useState(() => fieldsToChangeOfLink(state))
  const [labels] = useState(() => labelsOfLink(state))
  return (
    <CreateBase mutationOptions={{ meta: detailMeta, ...callbacks }}>
      <PageHeader resource={resource} task="新增" />
      {/* Inputs of references read the texts of codes from the record context. */}
      <RecordContextProvider value={labels && { ...initialValues, Labels: labels }}>
        <RecordForm
          resource={resource}
          mode="create"
          initialValues={initialValues}
          fieldsToChange={fieldsToChange}
          // A copy has no empty input of importance.
          initialFocus={labels ? 'first' : 'empty'}
          onNext={(saved, values) => {
            unsavedInput.set(false)
            sayCreated({ ...values, ...saved })
            onNext(repeatedValues(resource, schemas, values))
          }}
          cancelTo={`/admin/${resource.name}`}
          actions={FormActions && <FormActions />}
          below={BelowCreateSections}
        >
          {AboveCreateInputs && <AboveCreateInputs />}
        </RecordForm>
      </RecordContextProvider>
    </CreateBase>
  )
}

/** Returns the function that says which record was created, with a link to it. */
const useCreatedToast = (resource: Resource) => {
  const toast = useToastWithAction()
  const can = useAbilities(resource)
  const createPath = useCreatePath()
  return (record: RecordValues & { readonly id?: unknown }) => {
    const id = String(record.id ?? '')
    const text = `${resource.noun}「${recordTitle(resource, record)}」已新增`
    toast(
      text,
      can('show') && id !== '' ? (
        <Button
          color="inherit"
          size="small"
          component={Link}
          to={createPath({ resource: resource.name, id, type: 'show' })}
          aria-label={`檢視${text.slice(0, -'已新增'.length)}`}
        >
          檢視
        </Button>
      ) : undefined,
    )
  }
}
