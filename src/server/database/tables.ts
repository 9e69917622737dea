// Made by `npm run types` from the migrations and the schemas. Do not edit: change these and run it again.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { EnumCode } from '../../domain/enums'
import type { RecordValues } from '../../schema/language/language'

/** A jsonb column: written as text, read as the value. */
type Json<T> = ColumnType<T, string, string>

/** Who created and last changed a record, and when. */
interface AuditColumns {
  create_user: string
  create_time: string
  update_user: string
  update_time: string
}

/** The tables that statements name, with their columns as both engines give them. Where the schema fills a field in every record, its type excludes null, though the column allows it. */
export interface Tables {
  accepted_tally: {
    currency_type: string | null
    line_count: number
    amount: number
    merged: Generated<boolean>
  }
  activity: AuditColumns & {
    serial_id: Generated<number>
    title: string
    summary: string | null
    link_url: string | null
    start_date: string
    end_date: string | null
    sort: number
  }
  agreement: AuditColumns & {
    apply_code: string
    agreement_name: string | null
    uniform_no: string | null
    real_account: string | null
    vac_length: number | null
    term_no_len: number | null
    payer_no_len: number | null
    vac_check_type: EnumCode<'VACCheckType'> | null
    vac_check_scheme: EnumCode<'VACCheckScheme'> | null
    allow_own_vac: boolean | null
    check_duplicate: boolean | null
    use_white_list: boolean | null
    dual_control: boolean | null
    channels: Json<readonly EnumCode<'Channel'>[]> | null
    market_items: Json<readonly string[]> | null
    post_giro_account: string | null
    cvs_third_segment_date: string | null
    cvs_account_padding: string | null
    notify_url: string | null
    agreement_status: EnumCode<'AgreementStatus'> | null
  }
  audit_log: {
    id: Generated<number>
    at: string
    user_id: string
    uniform_no: string
    ip: string
    action: string
    resource: string
    record_key: string
    before: Json<unknown> | null
    after: Json<unknown> | null
  }
  bank_file: AuditColumns & {
    serial_id: Generated<number>
    file: string
    layout: string | null
    file_name: string | null
    source: string | null
    import_status: EnumCode<'ImportStatus'>
    file_date: string | null
    file_sender: string | null
    file_size: number | null
    line_count: number | null
    total_amount: number | null
    written_off_count: number | null
    exception_count: number | null
    reversed_count: number | null
    repeated_count: number | null
    error_message: string | null
    error_line: number | null
    error_column: number | null
    file_hash: string | null
    upload_user: string | null
    upload_time: string | null
    finish_time: string | null
  }
  bill: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    bill_no: string | null
    bill_term_id: string
    bill_category_code: string
    payer_unit_id: string | null
    payer_id: string | null
    payer_no: string | null
    payer_name: string
    id_no: string | null
    mobile: string | null
    email: string | null
    zip_code: string | null
    address: string | null
    currency_type: EnumCode<'Currency'>
    fee_items: Json<readonly RecordValues[]>
    should_pay_amount: number | null
    paid_amount: number
    vac_account: string | null
    payment_start_date: string
    payment_end_date: string
    market_end_date: string | null
    pay_status: EnumCode<'PayStatus'>
    bill_state: EnumCode<'BillState'>
    account_state: string
    paid_time: string | null
    channel_id: EnumCode<'Channel'> | null
    import_batch_no: string | null
    debit_flag: boolean | null
    print_count: number
    reprint_needed: boolean | null
    debit_export_time: string | null
    mail_notice_time: string | null
    sms_notice_time: string | null
    notices: string | null
    remark: string | null
  }
  bill_import: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    import_batch_no: string | null
    import_batch_name: string
    bill_term_id: string | null
    bill_category_code: string | null
    currency_type: EnumCode<'Currency'>
    bill_template_id: EnumCode<'BillTemplate'> | null
    bill_import_pdf_setting: EnumCode<'PDFSetting'>
    merge_pdf_count: number | null
    file: string
    ori_file_name: string
    import_mode: string | null
    customer_name: string
    customer_phone: string | null
    customer_fax: string | null
    zip_code: string | null
    address: string | null
    bill_chinese_name: string | null
    notices: string | null
    description_items: string | null
    payment_start_date: string | null
    payment_end_date: string | null
    approval_staff: string | null
    import_status: EnumCode<'ImportStatus'>
    total_count: number
    success_count: number
    fail_count: number
    total_amount: number
    pdf_status: EnumCode<'JobStatus'>
    error_log: Json<readonly RecordValues[]> | null
    column_mapping: Json<readonly RecordValues[]> | null
    upload_user: string | null
    upload_time: string | null
    finish_time: string | null
  }
  bill_notice: {
    notice_id: GeneratedAlways<number>
    run_id: number
    bill_serial_id: number
    channel: string
    recipient: string
    notify_status: Generated<string>
    tries: Generated<number>
    reason: string | null
    finish_time: string | null
  }
  bill_notice_run: {
    run_id: GeneratedAlways<number>
    channel: string
    uniform_no: string
    request_user: string
    request_time: string
  }
  bill_tally: {
    apply_code: string | null
    bill_term_id: string | null
    bill_category_code: string | null
    currency_type: string | null
    bill_state: string | null
    pay_status: string | null
    payment_end_date: string | null
    channel_id: string | null
    debit_flag: boolean | null
    bill_count: number
    should_pay_amount: number
    paid_amount: number
    outstanding_amount: number
    merged: Generated<boolean>
  }
  bill_term: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    bill_term_id: string
    bill_term_name: string
    bill_term_no: string | null
    bill_category_code: string
    bill_template_id: EnumCode<'BillTemplate'> | null
    bill_chinese_name: string
    payment_start_date: string
    payment_end_date: string
    market_end_date: string | null
    fee_items: Json<readonly RecordValues[]> | null
    notices: string | null
    description_items: string | null
    term_status: EnumCode<'TermStatus'>
  }
  captcha: {
    ticket: string
    expires_at: string
  }
  computed_state: {
    table_name: string
    made_by: string | null
    pending: string | null
    reached: Json<unknown> | null
  }
  customer: AuditColumns & {
    uniform_no: string
    customer_name: string | null
    contact_name: string
    contact_mobile: string
    customer_phone: string
    customer_fax: string | null
    email: string
    zip_code: string
    address: string
    post_permit_unit: string | null
    post_permit_no: string | null
    account_branch: string | null
    customer_status: EnumCode<'CustomerStatus'>
  }
  file: {
    id: string
    name: string
    type: string
    size: number
    uniform_no: string
    create_time: Generated<string>
    kept: Generated<boolean>
  }
  file_chunk: {
    file_id: string
    no: number
    bytes: Uint8Array
  }
  import_file: {
    file_id: string
    resource: string
    user_id: string
    upload_time: string
    content_hash: string
  }
  import_mapping: {
    uniform_no: string
    resource: string
    titles: string
    mapping: Json<unknown>
    update_time: string
  }
  job: {
    id: Generated<number>
    name: string
    data: Json<unknown>
    uniform_no: string
    user_id: string
    state: Generated<string>
    done: Generated<number>
    total: number | null
    tries: Generated<number>
    error: string | null
    create_time: Generated<string>
    due_time: Generated<string>
    start_time: string | null
    seen_time: string | null
    cancel_time: string | null
    finish_time: string | null
    read_time: string | null
    result: Json<unknown> | null
  }
  known_time: {
    one: Generated<boolean>
    latest: string
  }
  make_pdf: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    job_name: string
    bill_term_id: string
    bill_category_code: string | null
    payer_unit_id: string | null
    pay_status_filter: Json<readonly EnumCode<'PayStatus'>[]> | null
    payer_id_from: string | null
    payer_id_to: string | null
    bill_template_id: EnumCode<'BillTemplate'> | null
    sort_type: EnumCode<'PDFSort'>
    merge_pdf_count: number
    bill_count: number | null
    file_count: number | null
    file_size: number | null
    job_status: EnumCode<'JobStatus'>
    error_message: string | null
    request_user: string | null
    request_time: string | null
    finish_time: string | null
    expire_date: string | null
  }
  notice: AuditColumns & {
    serial_id: Generated<number>
    title: string
    category: string
    audience: string
    content: string
    pinned: boolean | null
    publish_date: string
    expire_date: string | null
  }
  notice_link: {
    token_hash: string
    purpose: string
    channel: string
    bill_serial_id: number
    address_hash: string
    expire_time: string
  }
  notice_template: AuditColumns & {
    serial_id: Generated<number>
    uniform_no: string
    mail_subject: string
    mail_body: string
    sms_text: string
  }
  notice_unsubscription: {
    uniform_no: string
    address_hash: string
    unsubscribe_time: string
  }
  one_time_password: {
    step_key: string
    flow: string
    stage: string
    uniform_no: string
    typed_user_id: string
    user_id: number | null
    channel: string
    code_hash: string
    code_expires_at: string
    tries: Generated<number>
    sent_at: string
    expires_at: string
  }
  outbox: {
    outbox_id: GeneratedAlways<number>
    create_time: string
    channel: string
    recipient: string
    subject: string
    body: string
    sent_time: string | null
  }
  payer: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    payer_unit_id: string | null
    payer_id: string
    payer_no: string | null
    payer_name: string
    id_no: string | null
    payer_type: EnumCode<'PayerType'>
    mobile: string | null
    tel: string | null
    email: string | null
    zip_code: string | null
    address: string | null
    notify_method: Json<readonly EnumCode<'NotifyMethod'>[]> | null
    debit_bank_code: string | null
    debit_account: string | null
    debit_id_no: string | null
    debit_user_no: string | null
    debit_auth_status: EnumCode<'DebitAuthStatus'>
    payer_status: EnumCode<'ActiveStatus'>
    remark: string | null
  }
  payment: {
    payment_id: GeneratedAlways<number>
    detail_id: Generated<string>
    bill_serial_id: number
    amount: number
    paid_time: string
    channel_id: string
    receipt_no: string
    line_serial_id: number | null
    collection_serial_id: number | null
    counters_payment_id: number | null
    white_list_serial_id: number | null
  }
  payment_tally: {
    apply_code: string | null
    bill_term_id: string | null
    currency_type: string | null
    bill_state: string | null
    channel_id: string | null
    payment_count: number
    amount: number
    merged: Generated<boolean>
  }
  portal_user: AuditColumns & {
    serial_id: Generated<number>
    uniform_no: string
    user_id: string
    user_name: string
    role_id: EnumCode<'PortalRole'>
    apply_codes: Json<readonly string[]>
    email: string
    mobile: string
    user_status: EnumCode<'UserStatus'>
    login_error_count: number
    mima_change_time: string | null
    mima_expire_date: string | null
    last_login_time: string | null
    last_login_ip: string | null
    remark: string | null
  }
  portal_user_secret: {
    user_id: number
    password_hash: string
    previous_hashes: Generated<Json<unknown>>
    wrong_count: Generated<number>
    lock_count: Generated<number>
    locked_until: string | null
    issued_at: string | null
    other_wrong_count: Generated<number>
    other_lock_count: Generated<number>
    other_locked_until: string | null
  }
  rate_limit: {
    limit_key: string
    window_end: string
    hits: number
  }
  security_log: {
    log_id: GeneratedAlways<number>
    log_time: string
    event: string
    kind: string
    uniform_no: string | null
    subject: string | null
    ip: string
    user_agent: string
  }
  session: {
    session_id: string
    kind: string
    subject: string
    grants: Json<unknown>
    login_time: string
    last_seen: string
    ip: string
    ended_at: string | null
    end_reason: string | null
  }
  slip_file: {
    resource: string
    serial_id: number
    file_id: string
    expire_date: string | null
  }
  staged_row: {
    stage: string
    row_no: number
    staged_at: Generated<string>
    action: Generated<string>
    record: Json<unknown>
    before: Json<unknown> | null
    after: Json<unknown> | null
  }
  white_list: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    vac_account: string
    check_type: EnumCode<'WhiteListFileType'>
    amount: number | null
    start_date: string | null
    end_date: string | null
    max_times: number
    used_times: number
    payer_name: string | null
    id_no: string | null
    white_list_state: string
    import_serial_id: number | null
    remark: string | null
  }
  white_list_import: AuditColumns & {
    serial_id: Generated<number>
    apply_code: string
    white_list_file_type: EnumCode<'WhiteListFileType'>
    description: string | null
    import_mode: string | null
    file: string
    ori_file_name: string | null
    import_status: EnumCode<'ImportStatus'>
    total_count: number
    success_count: number
    fail_count: number
    unlisted_count: number
    error_log: Json<readonly RecordValues[]> | null
    upload_user: string | null
    upload_time: string | null
    finish_time: string | null
  }
}
