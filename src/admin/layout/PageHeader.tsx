import { Box, Breadcrumbs, Card, Link as MuiLink, Stack, Typography } from '@mui/material'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { usePageTitle } from '../../browser/use-page-title'
import type { Resource } from '../../schema/language/resource'
import { FailurePanel } from '../components/MessagePanel'
import { PageSkeleton } from '../components/PageSkeleton'
import { useMenu } from './AdminMenu'

interface PageHeaderProps {
  readonly resource: Resource
  /** The task of the page, such as 新增; absent on the page that the menu opens, such as a list. */
  readonly task?: string
  /** The heading; default: the task with the noun of the resource, or the label of the resource if there is no task. */
  readonly title?: string
  /** The text that identifies the record. */
  readonly record?: string
  /** The record's state. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
}

const headingOf = (resource: Resource, task: string | undefined): string =>
  task ? `${task}${resource.noun}` : resource.label

/** Renders the heading of a page with its breadcrumbs and buttons. */
export const PageHeader = ({
  resource,
  task,
  title = headingOf(resource, task),
  record,
  state,
  actions,
}: PageHeaderProps) => {
  usePageTitle(title)
  return (
    <Stack
      direction="row"
      sx={{ flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: 2 }}
    >
      <Box sx={{ minWidth: 0 }}>
        <ResourceBreadcrumbs resource={resource} task={task} />
        <Typography component="h1" sx={{ fontSize: { xs: '1.25rem', md: '1.5rem' }, fontWeight: 700, lineHeight: 1.4 }}>
          {title}
        </Typography>
        {record && (
          <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }}>
            <Typography color="textSecondary" sx={{ overflowWrap: 'anywhere' }}>
              {record}
            </Typography>
            {state}
          </Stack>
        )}
      </Box>
      {actions && (
        <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1, displayPrint: 'none' }}>
          {actions}
        </Stack>
      )}
    </Stack>
  )
}

const ResourceBreadcrumbs = ({ resource: { name, label }, task }: Pick<PageHeaderProps, 'resource' | 'task'>) => {
  const group = useMenu().groupOf(name)
  return (
    <PageBreadcrumbs current={task ?? label}>
      {group && <span>{group.MenuName}</span>}
      {task && (
        <MuiLink component={Link} to={`/admin/${name}`} underline="hover" color="textSecondary">
          {label}
        </MuiLink>
      )}
    </PageBreadcrumbs>
  )
}

/** Renders the breadcrumbs from the home page to this page. `children` are the breadcrumbs between these two. */
export const PageBreadcrumbs = ({ current, children }: { current: string; children?: ReactNode }) => (
  <Breadcrumbs aria-label="目前位置" sx={{ fontSize: '0.8125rem', mb: 0.5, displayPrint: 'none' }}>
    <MuiLink component={Link} to="/admin" underline="hover" color="textSecondary">
      首頁
    </MuiLink>
    {children}
    <span aria-current="page">{current}</span>
  </Breadcrumbs>
)

/** Renders the page of a record that is loading or has failed to load. */
export const NoRecord = ({
  resource,
  task,
  error,
  onRetry,
}: {
  resource: Resource
  task: string
  error: unknown
  onRetry: () => unknown
}) =>
  error ? (
    <>
      <PageHeader resource={resource} task={task} />
      <Card>
        <FailurePanel error={error} onRetry={onRetry} />
      </Card>
    </>
  ) : (
    <PageSkeleton />
  )
