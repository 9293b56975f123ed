throw new Error('This test opens a database. Name its file *.sql.test.ts if it runs compiled SQL.');
