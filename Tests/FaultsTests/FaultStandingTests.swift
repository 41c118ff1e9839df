import Faults
import SharedValues
import Testing

/// How often faults happen, and which fault replaces which.
@Suite struct FaultStandingTests {
  private let reset = FaultRule(.token, .connection(.reset), .times(2))

  /// The first login uses the client that all phones share; revoking the phone's own client does not affect it.
  @Test func aRevokedClientIsThePhonesOwn() throws {
    var standing = FaultStanding(try #require(FaultPresets.named("client-revoked")).plan)
    #expect(standing.take(.token, isShared: true).defect == nil)
    #expect(standing.take(.token).defect?.rule.defect == .client(.revoked))
  }

  @Test func aFaultHappensAsOftenAsItSays() {
    var standing = FaultStanding(FaultPlan([reset]))
    #expect(standing.count == 1)
    #expect(standing.take(.refresh).defect == nil)
    #expect(standing.take(.token).defect?.rule == reset)
    #expect(standing.entries[0].left == 1)
    #expect(standing.take(.token).defect != nil)
    #expect(standing.take(.token).defect == nil)
    #expect(standing.count == 0)
    #expect(!standing.isEmpty)
  }

  @Test func aFaultWithoutEffectIsGivenBack() throws {
    var standing = FaultStanding(FaultPlan([reset]))
    let entry = try #require(standing.take(.token).defect)
    standing.giveBack(entry.id)
    #expect(standing.entries[0].left == 2)
    standing.giveBack(entry.id)
    #expect(standing.entries[0].left == 2)
  }

  @Test func rulesApplyInOrderAndLatencyComesOnTop() {
    let late = FaultRule(.token, .latency(milliseconds: 5))
    let then = FaultRule(.token, .connection(.offline))
    var standing = FaultStanding(FaultPlan([FaultRule(.token, .connection(.reset), .once), late, then]))
    let first = standing.take(.token)
    #expect(first.latency?.rule == late)
    #expect(first.defect?.rule.defect == .connection(.reset))
    #expect(standing.take(.token).defect?.rule == then)
    #expect(standing.take(.token).defect?.rule == then)
  }

  @Test func theFirstRequestsGoThrough() {
    var standing = FaultStanding(FaultPlan([FaultRule(.token, .connection(.offline), after: 2)]))
    #expect(standing.take(.token).defect == nil)
    #expect(standing.take(.token).defect == nil)
    #expect(standing.take(.token).defect != nil)
  }

  @Test func aNewFaultReplacesTheEndpointsFormerOne() {
    var standing = FaultStanding(FaultPlan([reset, FaultRule(.jwks, .connection(.offline))], title: "T"))
    standing.add(FaultRule(.token, .latency(milliseconds: 5)))
    #expect(standing.entries.count == 3)
    standing.add(FaultRule(.token, .connection(.tls)))
    #expect(standing.entries.map(\.rule.summary) == ["jwks: offline", "token: latency 5 ms", "token: tls-failure"])
    #expect(standing.title == nil)
    standing.remove(standing.entries[0].id)
    #expect(standing.entries.count == 2)
    standing.removeAll()
    #expect(standing.isEmpty)
  }

  @Test func countsAreAdoptedIntoTheCurrentPlan() {
    var edge = FaultStanding(FaultPlan([reset]))
    var app = edge
    _ = edge.take(.token)
    app.add(FaultRule(.jwks, .connection(.offline)))
    app.adoptCounts(of: edge)
    #expect(app.entries.map(\.hits) == [1, 0])
  }
}
