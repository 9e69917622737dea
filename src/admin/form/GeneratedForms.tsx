import { Alert, Button } from '@mui/material'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CreateBase, EditBase, RecordContextProvider, useCreatePath, useEditContext, useGetRecordId } from 'react-admin'
import { Link, useLocation } from 'react-router-dom'
import type { Resource } from '../../schema/language/resource'
import { isAllowed } from '../../schema/rules/condition'
import { notAllowedByCondition } from '../../schema/rules/messages'
import { displayOf } from '../../schema/text/interpolate'
import { useConditionContext } from '../hooks/condition-context'
import { fieldsToChangeOfLink, initialValuesOfLink, labelsOfLink } from '../hooks/link-state'
import { NoRecord, PageHeader } from '../layout/PageHeader'
import { useAbilities, useSchema, useScreens } from '../portal'
import { RecordForm } from './RecordForm'
import { detailMeta, useSaveCallbacks } from './use-save-callbacks'

/** Renders the generated edit page of a record. */
export const GeneratedEdit = () => {
  const resource = useSchema()
  const queryClient = useQueryClient()
  const reload = () => void queryClient.refetchQueries({ queryKey: [resource.name, 'getOne'], type: 'active' })
  const callbacks = useSaveCallbacks(resource, '儲存成功', reload)
  return (
    // The page itself shows a failure of the query.
    // Nothing is cached, so that the form always shows the current record.
    <EditBase
      mutationMode="pessimistic"
      queryOptions={{ meta: detailMeta, onError: () => {}, gcTime: 0 }}
      mutationOptions={{ meta: detailMeta, ...callbacks }}
    >
      <EditContent resource={resource} />
    </EditBase>
  )
}

const EditContent = ({ resource }: { resource: Resource }) => {
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
        <PageHeader resource={resource} task="修改" record={displayOf(resource, record)} />
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
        <PageHeader resource={resource} task="修改" record={displayOf(resource, record)} />
        <RecordForm
          resource={resource}
          mode="update"
          record={record}
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
  return <CreateContent key={key} state={state} />
}

/**
 * Returns the location that the last link to the page opened.
 * A link within the page, such as the skip link, has a hash and does not count.
 */
const useOpenedLocation = () => {
  const location = useLocation()
  const [openedLocation, setOpenedLocation] = useState(location)
  const isLinkToPage =
    location.key !== openedLocation.key && location.pathname === openedLocation.pathname && location.hash === ''
  if (!isLinkToPage) return openedLocation
  setOpenedLocation(location)
  return location
}

const CreateContent = ({ state }: { state: unknown }) => {
  const resource = useSchema()
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
