import Testing

@testable import Store

@Suite struct PgDumpAdviceTests {
    @Test func saysHow() {
        let advice = PgDumpAdvice(
            "postgres://shala:s3cr%40t@db.example:5433/book?sslmode=require&password=s3cret", path: "/tmp/Ida’s 'copy'")
        #expect(
            advice.description == """
                This book is kept by PostgreSQL, which copies it by a tool of its own, also while servers run:
                  pg_dump --format=custom --file='/tmp/Ida’s '\\''copy'\\''' 'postgres://shala@db.example:5433/book?sslmode=require'
                To put the copy into a new database and have it checked:
                  createdb --maintenance-db='postgres://shala@db.example:5433/book?sslmode=require' 'book_copy'
                  pg_restore --exit-on-error --no-owner --dbname='postgres://shala@db.example:5433/book_copy?sslmode=require' '/tmp/Ida’s '\\''copy'\\'''
                  shala doctor --database 'postgres://shala@db.example:5433/book_copy?sslmode=require'
                The tools ask for the password, or take it from ~/.pgpass.
                """)
    }

    @Test(
        arguments: [
            ("postgres://shala@localhost/", "shala"), ("postgresql:///book?host=/run/pg", "book"),
            ("postgres://localhost", "shala"), ("postgres://u:p@h:1/my%20book", "my book"), ("postgres://%%%", "NAME"),
        ])
    func namesTheDatabase(address: String, name: String) {
        let advice = PgDumpAdvice(address, path: "copy").description
        #expect(advice.contains("'\(name)_copy'"))
        #expect(!advice.contains(":p@"))
    }
}
