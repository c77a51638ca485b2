// swift-tools-version:6.2
import PackageDescription

let checked: [SwiftSetting] = [
    // A Double that is made into a whole number unchecked ends the program if it does not fit: see
    // `Sources/Classroom/WholeNumber.swift`.
    .treatWarning("DeprecatedDeclaration", as: .error),
    // Without it generics are looked up while the program runs, which is half of the time that tests take; building takes
    // twenty seconds more. Overflow is checked all the same.
    .unsafeFlags(["-O"], .when(configuration: .debug)),
]

let package = Package(
    name: "shala",
    platforms: [.macOS(.v15)],
    products: [.executable(name: "shala", targets: ["ShalaCommand"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.80.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.20.0", traits: ["FullFoundation"]),
        .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.6.0"),
    ],
    targets: [
        // The rules. Imports nothing, so that the same source also runs in the page as WebAssembly.
        .target(name: "Classroom", swiftSettings: checked),
        // What pages say, and templates. Imports nothing but the rules, so that it can run in the page, too.
        .target(name: "Pages", dependencies: ["Classroom"], swiftSettings: checked),
        // The rules' face towards the page. bin/build-wasm makes the module; here it is only checked.
        .target(
            name: "ClassroomWasm", dependencies: ["Classroom", "Pages"], exclude: ["counting.c", "foreign.c"],
            swiftSettings: checked + [.enableExperimentalFeature("Extern")]),
        .systemLibrary(
            name: "CQREncode",
            pkgConfig: "libqrencode",
            providers: [.apt(["libqrencode-dev"]), .brew(["qrencode"])]
        ),
        .systemLibrary(
            name: "CPostgres",
            pkgConfig: "libpq",
            providers: [.apt(["libpq-dev"]), .brew(["libpq"])]
        ),
        .systemLibrary(name: "CSQLite", providers: [.apt(["libsqlite3-dev"])]),
        .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CJemalloc", providers: [.apt(["libjemalloc-dev"])]),
        .target(
            name: "Store",
            dependencies: [
                "Classroom", "CPostgres", "CSQLite",
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
                .product(name: "Crypto", package: "swift-crypto"),
            ],
            swiftSettings: checked
        ),
        .target(
            name: "Web",
            dependencies: [
                "Classroom", "CQREncode", "CZlib", "Pages", "Store",
                .product(name: "AsyncHTTPClient", package: "async-http-client"),
                .product(name: "Crypto", package: "swift-crypto"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            resources: [.copy("Resources/templates"), .copy("Resources/public")],
            swiftSettings: checked
        ),
        .executableTarget(
            name: "ShalaCommand",
            dependencies: [
                "Classroom", "CZlib", "Store", "Web",
                .target(name: "CJemalloc", condition: .when(platforms: [.linux])),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "Hummingbird", package: "hummingbird"),
                .product(name: "HummingbirdCore", package: "hummingbird"),
                .product(name: "HummingbirdTLS", package: "hummingbird"),
                .product(name: "Logging", package: "swift-log"),
                .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
            ],
            swiftSettings: checked
        ),
        // Baseline for the benchmarks.
        .executableTarget(
            name: "Bare", dependencies: [.product(name: "Hummingbird", package: "hummingbird")], path: "Benchmarks/Bare"
        ),
        // Figures and tables that tests make for documents.
        .target(name: "Figures", dependencies: ["Classroom"], path: "Tests/Figures"),
        .testTarget(name: "ClassroomTests", dependencies: ["Classroom", "Figures"]),
        .testTarget(name: "PagesTests", dependencies: ["Pages"]),
        // Test support: a separate book for each test.
        .target(name: "Support", dependencies: ["Classroom", "Store"], path: "Tests/Support"),
        // Prints verdicts of the server's build of the rules, for comparison with the page's build.
        .executableTarget(name: "Verdicts", dependencies: ["Classroom", "Store"], path: "Tests/Verdicts"),
        .testTarget(
            name: "StoreTests",
            dependencies: ["Figures", "Store", "Support", .product(name: "GRDB", package: "GRDB.swift")]),
        .testTarget(
            name: "WebTests",
            dependencies: [
                "Figures", "Support", "Web",
                .product(name: "HummingbirdTesting", package: "hummingbird"),
                // Its clock is the test's, for what takes a minute.
                .product(name: "NIOEmbedded", package: "swift-nio"),
            ]
        ),
    ]
)
