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
  /** The task of the page, such as 新增; absent on the list. */
  readonly step?: string
  /** The heading; default: step and page. */
  readonly title?: string
  /** The text that identifies the record. */
  readonly record?: string
  /** The record's state. */
  readonly state?: ReactNode
  readonly actions?: ReactNode
}

const headingOf = (resource: Resource, step: string | undefined): string => (step ? `${step}${resource.noun}` : resource.label)

/** The heading of a page with its breadcrumbs and buttons. */
export const PageHeader = ({ resource, step, title = headingOf(resource, step), record, state, actions }: PageHeaderProps) => {
  usePageTitle(title)
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', alignItems: 'flex-end', justifyContent: 'space-between', gap: 2, mb: 2 }}>
      <Box sx={{ minWidth: 0 }}>
        <RecordBreadcrumbs resource={resource} step={step} />
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

const RecordBreadcrumbs = ({ resource: { name, label }, step }: Pick<PageHeaderProps, 'resource' | 'step'>) => {
  const group = useMenu().groupOf(name)
  return (
    <PageBreadcrumbs current={step ?? label}>
      {group && <span>{group.MenuName}</span>}
      {step && (
        <MuiLink component={Link} to={`/admin/${name}`} underline="hover" color="textSecondary">
          {label}
        </MuiLink>
      )}
    </PageBreadcrumbs>
  )
}

/** The breadcrumbs from the first page to this one; `children` are those between. */
export const PageBreadcrumbs = ({ current, children }: { current: string; children?: ReactNode }) => (
  <Breadcrumbs aria-label="目前位置" sx={{ fontSize: '0.8125rem', mb: 0.5, displayPrint: 'none' }}>
    <MuiLink component={Link} to="/admin" underline="hover" color="textSecondary">
      首頁
    </MuiLink>
    {children}
    <span aria-current="page">{current}</span>
  </Breadcrumbs>
)

/** A page while its record is loading, or after that has failed. */
export const NoRecord = ({ resource, step, error, onRetry }: { resource: Resource; step: string; error: unknown; onRetry: () => unknown }) =>
  error ? (
    <>
      <PageHeader resource={resource} step={step} />
      <Card>
        <FailurePanel error={error} onRetry={onRetry} />
      </Card>
    </>
  ) : (
    <PageSkeleton />
  )
