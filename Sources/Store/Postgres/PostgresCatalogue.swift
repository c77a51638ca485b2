/// Queries of PostgreSQL's catalogue (its documentation, chapter 53) for objects in the first schema of the search path
/// that belong to no extension.
enum PostgresCatalogue {
    /// Condition on a row of `pg_class`.
    static let isOurs = """
        relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema()) AND NOT EXISTS (
            SELECT 1 FROM pg_depend
            WHERE classid = 'pg_class'::regclass AND objid = pg_class.oid AND deptype = 'e')
        """

    /// Indexes with their name, OID and validity.
    static let indexes = """
        SELECT relname AS name, pg_class.oid::bigint AS id, (indisvalid AND indisready)::int AS valid
        FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid JOIN pg_am ON pg_am.oid = relam
        WHERE amname = 'btree' AND \(isOurs) ORDER BY relname
        """

    /// All declarations except the columns of tables.
    static let parts = [relations, looseIndexes, constraints, triggers]

    static let columns = """
        SELECT relname AS relation, attname AS name, concat_ws(
            ' ', format_type(atttypid, atttypmod), CASE WHEN attnotnull THEN 'NOT NULL' END,
            (SELECT collname FROM pg_collation WHERE pg_collation.oid = attcollation),
            'DEFAULT ' || pg_get_expr(adbin, adrelid), attidentity, attgenerated) AS declaration
        FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
        LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
        WHERE relkind IN ('r', 'p', 'f') AND attnum > 0 AND NOT attisdropped AND \(isOurs)
        """

    /// Constraints, and indexes that belong to none, with their tables.
    static let namedParts = """
        SELECT conname AS name, relname AS relation, 1 AS is_constraint
        FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        WHERE contype IN ('c', 'f', 'p', 'u', 'x') AND \(isOurs)
        UNION ALL SELECT relname, (SELECT relname FROM pg_class WHERE oid = indrelid), 0
        FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
        WHERE \(isOurs) AND NOT EXISTS (
            SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid AND contype IN ('p', 'u', 'x'))
        """

    private static let relations = """
        SELECT CASE WHEN relkind IN ('v', 'm') THEN 'view ' WHEN relkind = 'S' THEN 'sequence ' ELSE 'table ' END
            || relname AS title, relkind::text AS declaration
        FROM pg_class WHERE relkind IN ('r', 'p', 'f', 'v', 'm', 'S') AND \(isOurs)
        """

    /// Indexes not created by constraints. Their tables are named with a schema, which differs: `pg_temp` stands for
    /// the session's schema of temporary tables.
    private static let looseIndexes = """
        SELECT 'index ' || relname AS title,
            replace(
                replace(pg_get_indexdef(pg_class.oid), ' ON pg_temp.', ' ON '),
                ' ON ' || quote_ident(current_schema()) || '.', ' ON ') || CASE WHEN indisvalid THEN '' ELSE ' (not valid)' END AS declaration
        FROM pg_class JOIN pg_index ON indexrelid = pg_class.oid
        WHERE \(isOurs) AND NOT EXISTS (
            SELECT 1 FROM pg_constraint WHERE conindid = pg_class.oid AND contype IN ('p', 'u', 'x'))
        """

    private static let constraints = """
        SELECT 'constraint ' || conname AS title, relname || ' ' || pg_get_constraintdef(pg_constraint.oid)
            || CASE WHEN EXISTS (
                SELECT 1 FROM pg_trigger WHERE tgconstraint = pg_constraint.oid AND tgenabled <> 'O')
                THEN ' (switched off)' ELSE '' END AS declaration
        FROM pg_constraint JOIN pg_class ON pg_class.oid = conrelid
        WHERE contype IN ('c', 'f', 'p', 'u', 'x') AND \(isOurs)
        """

    private static let triggers = """
        SELECT 'trigger ' || tgname AS title, pg_get_triggerdef(pg_trigger.oid) AS declaration
        FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid WHERE NOT tgisinternal AND \(isOurs)
        """
}
